"""All matches as JSON lines: `exporting` writes them, `importing` reads them, `lines` is their form."""
