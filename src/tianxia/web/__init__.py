"""The pages: boards, templates, styles and the small script."""
