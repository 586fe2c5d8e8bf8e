"""Compares a results file with recomputed values, key by key, and records which keys a run has exercised."""
from fractions import Fraction


class Number:
    """A number that the file rounds to that many decimals."""

    def __init__(self, value, decimals):
        self.value, self.decimals = Fraction(value), decimals

    def equals(self, got):
        # a double may round a value that lies exactly between two decimals to either side
        return got is not None and abs(Fraction(got) - self.value) <= Fraction(1, 2 * 10**self.decimals) * (1 + Fraction(1, 10**6))

    def __str__(self):
        return f'{float(self.value):.{self.decimals}f}'


class Bucket:
    """A percentile from a histogram: the file's number, times `unit`, lies in the bucket of the exact value. Below 2 * `buckets` a bucket is
    one value, above there are `buckets` buckets per power of two. A bucket ends at the largest value."""

    def __init__(self, value, most, buckets, unit=1):
        self.value, self.unit = value, unit
        width = max(1, 1 << max(0, value.bit_length() - 1 - (buckets.bit_length() - 1)))
        self.low = value // width * width
        self.high = min(self.low + width - 1, most)

    def equals(self, got):
        return got is not None and self.low <= Fraction(got) * self.unit <= self.high

    def __str__(self):
        return f'{float(self.low / self.unit)} to {float(self.high / self.unit)}, the bucket of {float(self.value / self.unit)}'


class Range:
    """A number that the rules bound."""

    def __init__(self, low, high):
        self.low, self.high = low, high

    def equals(self, got):
        return self.low <= got <= self.high

    def __str__(self):
        return f'{self.low} to {self.high}'


class Setting:
    """A key that states the input and is no result. Other tests check it."""


class Comparison:
    def __init__(self):
        self.checks, self.failures, self.run = 0, [], ''
        self.situations = {}  # those that a run must show: number of runs
        self.exercised = {}  # key: number of runs' values other than 0 and none

    def expect(self, good, text):
        self.checks += 1
        if not good:
            self.failures.append(f'{self.run}: {text}')
        return good

    def value(self, key, where, expected, got):
        if isinstance(expected, Setting):
            self.exercised[key] = self.exercised.get(key, 0) + 1
            return
        if isinstance(expected, dict) and isinstance(got, dict):
            for name in got:
                if self.expect(name in expected, f'{key}.{name}: no recomputation names this key'):
                    self.value(f'{key}.{name}', f'{where}.{name}', expected[name], got[name])
            for name in expected:
                self.expect(name in got, f'{where}: {name} is missing')
            return
        if isinstance(expected, list) and isinstance(got, list):
            self.expect(len(expected) == len(got), f'{where}: {len(got)} elements instead of {len(expected)}')
            for i, (e, g) in enumerate(zip(expected, got)):
                name = g.get('name', i) if isinstance(g, dict) else i
                self.value(f'{key}[]', f'{where}[{name}]', e, g)
            return
        self.exercised.setdefault(key, 0)
        if got not in (None, 0, ''):
            self.exercised[key] += 1
        good = expected.equals(got) if hasattr(expected, 'equals') else expected == got
        shown = float(got) if isinstance(got, Fraction) else got
        self.expect(good, f'{where} is {shown}, recomputed {expected}')

    def table(self, name, expected, rows):
        """expected: dicts with the columns of a CSV file; an absent value is None."""
        def cell(text, e):
            if text == '':
                return None
            return text if isinstance(e, str) else Fraction(text)
        got = [{k: cell(v, expected[i].get(k)) if i < len(expected) else v for k, v in row.items()} for i, row in enumerate(rows)]
        self.value(name, name, expected, got)
