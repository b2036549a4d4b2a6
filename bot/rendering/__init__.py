"""A view of a match, as words, pictures, alt text and buttons: data that anyone may deliver."""
