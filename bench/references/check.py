"""The same with Python's csv module."""

import csv
import json
import re
import sys


def check_digit(digits):
    rest = sum(digit * (len(digits) + 1 - at) for at, digit in enumerate(digits)) % 11
    return 0 if rest < 2 else 11 - rest


def is_cpf(text):
    if len(text) != 11 or text == text[0] * 11:
        return False
    digits = [int(each) for each in text]
    return digits[9] == check_digit(digits[:9]) and digits[10] == check_digit(digits[:10])


seen = set()
counts = {"valid": 0, "repeated": 0, "invalid": 0}
with open(sys.argv[1], newline="", encoding="utf-8") as file:
    rows = csv.reader(file, delimiter=";")
    next(rows)
    for row in rows:
        cpf = re.sub(r"\D", "", row[2]).zfill(11)
        if not is_cpf(cpf):
            counts["invalid"] += 1
        elif cpf in seen:
            counts["repeated"] += 1
        else:
            counts["valid"] += 1
        seen.add(cpf)
print(json.dumps(counts))
