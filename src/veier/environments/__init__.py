"""The games as environments of other libraries: PettingZoo, Gymnasium and OpenSpiel, and many boards at once.

    veier.environments.pettingzoo   all players as agents (AEC)
    veier.environments.gymnasium    one seat against a level, on one board or on many
    veier.environments.openspiel    the games registered with OpenSpiel
    veier.environments.vector       thousands of boards a step, without any of these libraries

Each of the first three needs the extra of its name: `pip install 'veier[pettingzoo]'`.
"""
