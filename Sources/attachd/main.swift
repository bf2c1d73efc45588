print("attachd")
