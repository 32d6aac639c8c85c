"""Running a job: its chunks on all cores or on a cluster, with a ledger of what is done.

    job = Job("veier.lab.selfplay:play_games", {"game": "hexrows", "games": 100, "seed": 1}, size=20)
    with Ledger(directory, job) as ledger:
        for progress in run_job(ledger, LocalExecutor()):
            ...
        results = [result for _, result in ledger.results()]

A chunk is a pure function of the job's parameters and its number, so it does not matter where, when or how often it
runs. Whatever is killed, the same program goes on with the chunks that the ledger does not have.
"""
