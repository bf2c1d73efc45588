print("attachd-inspector")
