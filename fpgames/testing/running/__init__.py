"""Laws run on a subject: one law, and all of them; and what a second process says."""
