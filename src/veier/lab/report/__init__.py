"""The report: what many games say about a game, in words, figures, charts and boards.

`plan` says which games are played, `play` plays them as chunks of a job, `metrics` and `course` measure them,
`study` gathers all figures, `story` tells them as a document, `page` and `pdf` draw the document.
"""
