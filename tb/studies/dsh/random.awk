# Random numbers that are the same in every awk: L'Ecuyer's combined generator of 1988, exact in doubles. Other programs follow with -f.

function start_random(seed, i) {
  r1 = seed % 2147483562 + 1
  r2 = seed * 69621 % 2147483398 + 1
  for (i = 0; i < 20; i++) uniform()
}

# Between 0 and 1, both excluded.
function uniform(difference) {
  r1 = r1 * 40014 % 2147483563
  r2 = r2 * 40692 % 2147483399
  difference = r1 - r2
  return (difference < 1 ? difference + 2147483562 : difference) / 2147483563
}

# A whole number from 0 to n - 1.
function below(n) { return int(n * uniform()) }

function exponential(mean) { return -mean * log(uniform()) }

# Reads a distribution of sizes: points "bytes,share", in percent or fractions, linear between them. Returns the mean.
function read_sizes(file, fields, i, all, mean) {
  points = 0
  while ((getline < file) > 0) {
    split($0, fields, ",")
    if (fields[1] !~ /^[0-9]/) continue
    bytes_at[++points] = fields[1]
    share_at[points] = fields[2]
  }
  all = share_at[points]
  for (i = 1; i <= points; i++) share_at[i] /= all
  for (i = 2; i <= points; i++) mean += (bytes_at[i] + bytes_at[i - 1]) / 2 * (share_at[i] - share_at[i - 1])
  return mean
}

function draw_size(u, i, bytes) {
  u = uniform()
  for (i = 2; share_at[i] < u; i++);
  bytes = bytes_at[i - 1] + (bytes_at[i] - bytes_at[i - 1]) * (u - share_at[i - 1]) / (share_at[i] - share_at[i - 1])
  return bytes < 1 ? 1 : int(bytes + 0.5)
}
