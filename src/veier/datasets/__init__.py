"""Datasets: many games as Parquet files, written by the lab and read by whoever studies them. See docs/datasets.md."""
