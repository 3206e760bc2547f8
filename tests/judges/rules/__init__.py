"""The rules that types don't say, as a table of data (`rules.toml`) and a check for each.

Start at `book`: it reads the table, finds the check of each rule and holds requests against them.
"""
