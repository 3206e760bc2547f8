"""Ranks functions as one does in Python: bm25s for words, numpy for vectors, the scores added."""

import json
import sys
import time

import bm25s
import numpy as np
import Stemmer

RUNS = 60

with open("work.json", encoding="utf-8") as file:
    work = json.load(file)
queries = np.array(work["query_vectors"], dtype=np.float32)
vectors = np.fromfile("vectors.f32", dtype=np.float32).reshape(-1, queries.shape[1])
stemmer = Stemmer.Stemmer("english")
index = bm25s.BM25()
index.index(bm25s.tokenize(work["functions"], stemmer=stemmer, show_progress=False), show_progress=False)


def rank():
    total = (vectors @ queries.T).sum(axis=1)
    words = bm25s.tokenize(work["views"], stemmer=stemmer, return_ids=False, show_progress=False)
    for tokens in words:
        total += 0.03 * index.get_scores(tokens)
    limit = work["limit"]
    best = np.argpartition(-total, limit)[:limit]
    return best[np.argsort(-total[best])]


times = []
for run in range(RUNS + 5):
    begun = time.perf_counter()
    rank()
    if run >= 5:
        times.append(time.perf_counter() - begun)
json.dump(times, sys.stdout)
