# Of the points "x,y" in each interval `width` of x, prints the lowest and the highest in their order, and of points whose y differs by at most `same`
# the first and the last: a curve of fewer points that looks the same.
# awk -F, -v width=WIDTH [-v same=SAME] -f tb/studies/plots/thin.awk
function out(line, y) {
  if (any && y - shown <= same && shown - y <= same) { held = line; return }
  if (held != "") print held
  print line
  held = ""
  shown = y
  any = 1
}
function put() {
  if (n == 0) return
  if (low_at <= high_at) out(low, least)
  if (low_at != high_at) out(high, most)
  if (low_at > high_at) out(low, least)
  n = 0
}
int($1 / width) != interval { put(); interval = int($1 / width) }
{
  if (n == 0 || $2 < least) { least = $2; low = $0; low_at = NR }
  if (n == 0 || $2 > most) { most = $2; high = $0; high_at = NR }
  n = 1
}
END {
  put()
  if (held != "") print held
}
