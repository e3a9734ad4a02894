"""`python -m simonides` is the `simonides` command."""

from simonides.server.cli import main

if __name__ == "__main__":
    main()
