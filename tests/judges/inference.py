"""Holds the statistics of experiments against those of scipy and statsmodels, over generated cases.

Reads a file with one comparison a line, as the crate `experiments` writes it: the counts of two lanes, and what it makes of them.
Before that the judge is judged: numbers that are damaged on purpose have to be refused.
"""

import argparse
import gc
import json
import math
import sys
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy
from scipy import stats
from statsmodels.regression.linear_model import OLS
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import normal_sample_size_one_tail
from statsmodels.stats.proportion import proportion_confint

CLOSE = 1e-9
# Exchanging lanes in every way takes 2 to the power of the cases.
MOST_EXCHANGED = 12
# Differences of cases whose numbers of runs have a larger common multiple are rounded to a grid this fine.
FINEST = 5_040
FEWEST = 1_000
LEVEL, POWER = 0.05, 0.8

Line = dict[str, Any]


@dataclass(frozen=True)
class Check:
    """One number of ours beside one of theirs."""

    name: str
    line: int
    ours: float
    theirs: float
    allowed: float = CLOSE

    @property
    def gap(self) -> float:
        return abs(self.ours - self.theirs) / max(1.0, abs(self.theirs))

    @property
    def fits(self) -> bool:
        return self.gap <= self.allowed


def main() -> int:
    begun = time.monotonic()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("comparisons", type=Path, help="a file with a comparison a line")
    lines = [json.loads(line) for line in parser.parse_args().comparisons.read_text(encoding="utf-8").splitlines()]
    # statsmodels collects garbage at each adjustment, and would go through every module each time.
    gc.freeze()
    checks = [check for number, line in enumerate(lines) for check in compare(number, line)]
    tell(checks)
    faults = [check for check in checks if not check.fits]
    for check in faults[:20]:
        print(f"{check.name} of line {check.line + 1}: ours {check.ours!r}, theirs {check.theirs!r}\n  {lines[check.line]}")
    blind = list(unnoticed(lines))
    print("\n".join(f"the judge is blind: {name}" for name in blind), end="\n" if blind else "")
    few = len(lines) < FEWEST
    print(f"{len(lines)} comparisons, {len(checks)} numbers in {time.monotonic() - begun:.1f} s")
    failed = len(faults) + len(blind) + few
    print(f"test result: {'FAILED' if failed else 'ok'}. {len(checks) - len(faults)} passed; {failed} failed")
    return 1 if failed else 0


def compare(number: int, line: Line) -> Iterator[Check]:
    pairs = [tuple(pair) for pair in line["pairs"]]
    first = [(passes, runs) for passes, runs, _, _ in pairs if runs > 0]
    both = [pair for pair in pairs if pair[1] > 0 and pair[3] > 0]
    if line["rate"] is not None:
        yield from rate(number, line["rate"], first)
    for attempts, at_least_one, every_one in line["attempts"]:
        yield from several(number, first, attempts, at_least_one, every_one)
    if line["difference"] is not None:
        yield from difference(number, line["difference"], both)
    theirs = multipletests(line["values"], method="holm")[1]
    for ours, their in zip(line["adjusted"], theirs, strict=True):
        yield Check("Holm's adjustment", number, ours, float(their))


def rate(number: int, ours: Line, counts: list[tuple[int, int]]) -> Iterator[Check]:
    passes, runs = sum(count[0] for count in counts), sum(count[1] for count in counts)
    worth = effective_runs(counts, passes, runs)
    yield Check("runs that a rate is worth", number, ours["effectiveRuns"], worth, 1e-8)
    low, high = proportion_confint(passes / runs * worth, worth, alpha=LEVEL, method="wilson")
    yield Check("Wilson's interval", number, ours["interval"]["low"], float(low), 1e-8)
    yield Check("Wilson's interval", number, ours["interval"]["high"], float(high), 1e-8)


def effective_runs(counts: list[tuple[int, int]], passes: int, runs: int) -> float:
    """Runs over the design effect, by the covariance of statsmodels for clusters.

    Where statsmodels finds no variance at all, cases count once each: nothing tells how much they differ.
    """
    if all(count[1] == 1 for count in counts) or len(counts) < 2 or passes in (0, runs):
        return float(len(counts))
    outcomes = numpy.concatenate([[1.0] * done + [0.0] * (all_ - done) for done, all_ in counts])
    groups = numpy.concatenate([[place] * all_ for place, (_, all_) in enumerate(counts)])
    fitted = OLS(outcomes, numpy.ones(runs)).fit(cov_type="cluster", cov_kwds={"groups": groups})
    independent = passes / runs * (1 - passes / runs) / runs
    clustered = float(fitted.cov_params()[0, 0])
    return max(runs * independent / max(clustered, independent), 1.0)


def several(number: int, counts: list[tuple[int, int]], attempts: int, one: float, every: float) -> Iterator[Check]:
    """Attempts are drawn from the runs of a case without putting them back."""
    enough = [count for count in counts if count[1] >= attempts]
    passes, runs = numpy.array(enough).T
    none, all_ = stats.hypergeom.pmf([[0], [attempts]], runs, passes, attempts).mean(axis=1)
    yield Check("pass@k", number, one, float(1 - none))
    yield Check("pass^k", number, every, float(all_))


def difference(number: int, ours: Line, pairs: list[tuple[int, ...]]) -> Iterator[Check]:
    first = numpy.array([pair[0] / pair[1] for pair in pairs])
    second = numpy.array([pair[2] / pair[3] for pair in pairs])
    yield Check("mean difference", number, ours["mean"], float((second - first).mean()))
    # Shares such as 1/3 and 2/6 differ in their last digit, and lanes that differ alike in all cases have no variance.
    deviation = float((second - first).std(ddof=1)) if len(pairs) > 1 else 0.0
    found = ours["interval"] or {"low": math.nan, "high": math.nan}
    if deviation > 1e-12:
        low, high = stats.ttest_rel(second, first).confidence_interval(1 - LEVEL)
        # No difference is beyond all or nothing, so our interval ends there.
        yield Check("Student's interval", number, found["low"], max(float(low), -1.0))
        yield Check("Student's interval", number, found["high"], min(float(high), 1.0))
    elif ours["interval"] is not None:
        yield Check("Student's interval without variance", number, found["high"] - found["low"], 0.0)
    yield from exchanged(number, ours["p"], second - first, pairs)
    if ours["more"]["type"] == "cases" and deviation > 1e-12:
        needed = normal_sample_size_one_tail(abs(float((second - first).mean())), POWER, LEVEL / 2, deviation)
        theirs = max(math.ceil(needed - CLOSE), math.ceil(1 + math.log2(1 / LEVEL)), len(pairs) + 1)
        yield Check("cases that would carry a verdict", number, ours["more"]["cases"], theirs)


def exchanged(number: int, p: float, differences: numpy.ndarray, pairs: list[tuple[int, ...]]) -> Iterator[Check]:
    if all(pair[1] == 1 and pair[3] == 1 for pair in pairs):
        better, worse = int((differences > 0).sum()), int((differences < 0).sum())
        theirs = mcnemar([[0, better], [worse, 0]], exact=True).pvalue if better + worse else 1.0
        yield Check("McNemar's test", number, p, float(theirs))
    if 2 <= len(pairs) <= MOST_EXCHANGED:
        grid = math.lcm(*(runs for pair in pairs for runs in (pair[1], pair[3])))
        # Whole numbers, so that sums which are equal are found equal.
        whole = numpy.rint(differences * grid)
        theirs = stats.permutation_test(
            (whole,), lambda x, axis: x.sum(axis=axis), permutation_type="samples", vectorized=True, n_resamples=numpy.inf
        ).pvalue
        if grid <= FINEST:
            yield Check("exchange test", number, p, float(theirs))
        else:
            yield Check("exchange test, rounded to its grid", number, p, float(theirs), 0.05)


def tell(checks: list[Check]) -> None:
    """Each number with the largest difference there is."""
    print(f"{'number':<36} {'compared':>8}  {'largest difference':>18}  differing")
    for name in dict.fromkeys(check.name for check in checks):
        own = [check for check in checks if check.name == name]
        differing = sum(check.gap > CLOSE for check in own)
        print(f"{name:<36} {len(own):>8}  {max(check.gap for check in own):>18.2e}  {differing or ''}".rstrip())


def unnoticed(lines: list[Line]) -> Iterator[str]:
    """The names of numbers whose damage nobody notices."""
    for name, damage in DAMAGES.items():
        damaged = ((number, damage(json.loads(json.dumps(line)))) for number, line in enumerate(lines[:60]))
        found = (check for number, line in damaged if line is not None for check in compare(number, line))
        if all(check.fits for check in found):
            yield name


def moved(line: Line, *path: str) -> Line | None:
    """The same with one number a little higher."""
    place: Any = line
    for part in path[:-1]:
        place = place[part]
        if place is None:
            return None
    place[path[-1]] += 1e-6
    return line


DAMAGES = {
    "a rate": lambda line: moved(line, "rate", "interval", "low"),
    "what runs are worth": lambda line: moved(line, "rate", "effectiveRuns"),
    "a difference": lambda line: moved(line, "difference", "mean"),
    "an interval": lambda line: moved(line, "difference", "interval", "high"),
    "a chance": lambda line: moved(line, "difference", "p"),
    "an adjustment": lambda line: {**line, "adjusted": [value + 1e-6 for value in line["adjusted"]]},
    "several attempts": lambda line: {**line, "attempts": [[k, one + 1e-6, every] for k, one, every in line["attempts"]]},
}


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.exit(main())
