"""A scenario for the tests of sluice sweep."""
from program import write


def write_scenario(duration_us, more=""):
    """Writes two.yaml: two flows through one port, with jitter."""
    write("two.yaml", f"""name: two
duration_us: {duration_us}
stop_us: {duration_us // 2}
jitter_ns: 5000
gbps: 40
mmu:
  scheme: DSH
  ports: 4
  buffer: 800KB
  headroom: 16KB
  alpha: 1/16
switches: [{{name: S}}]
hosts: [{{name: x, switch: S}}, {{name: y, switch: S}}, {{name: z, switch: S}}]
flows:
  - {{name: f, from: x, to: z}}
  - {{name: g, from: y, to: z, bytes: 100KB}}
{more}""")
