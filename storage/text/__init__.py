"""What is done to words: cleaning, search tokens, secrets, times, embeddings."""
