"""`python -m bench`, from the root of the repository."""

from .command import app

if __name__ == "__main__":
    app(prog_name="python -m bench")
