"""Print how many tests of each report passed, failed and were skipped, and their sums."""

import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree


def count(report: Path) -> Counter[str]:
    """Return the number of tests of a JUnit report by their results."""
    (suite,) = ElementTree.parse(report).getroot()
    tests, skipped = int(suite.attrib["tests"]), int(suite.attrib["skipped"])
    failed = int(suite.attrib["failures"]) + int(suite.attrib["errors"])
    return Counter(passed=tests - failed - skipped, failed=failed, skipped=skipped)


def line(name: str, counts: Counter[str]) -> str:
    """Return the line of a report."""
    return f"{name}: " + ", ".join(f"{counts[result]} {result}" for result in ("passed", "failed", "skipped"))


reports = {Path(path).stem: count(Path(path)) for path in sys.argv[1:]}
for name, counts in reports.items():
    print(line(name, counts))
print(line("sum", sum(reports.values(), Counter[str]())))
