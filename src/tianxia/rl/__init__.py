"""Environments for training: PettingZoo, Gymnasium, OpenSpiel and a vectorised runner.

Thin faces on the same states; each is a module of its own, so that one needs only its library:
`tianxia.rl.pettingzoo`, `tianxia.rl.gymnasium`, `tianxia.rl.openspiel`, `tianxia.rl.vector`.
"""
