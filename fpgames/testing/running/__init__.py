"""Laws run on a subject: one law, all of them, and a machine that plays two games side by side."""
