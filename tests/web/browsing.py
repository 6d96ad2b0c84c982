"""A real browser, and a page of it whose complaints are kept."""

import shutil
from pathlib import Path
from typing import Any

import axe_playwright_python
from playwright.sync_api import BrowserContext, Page

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text("utf-8")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)


class Watched:
    """A page whose complaints are kept."""

    def __init__(self, context: BrowserContext) -> None:
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda said: self.complaints.append(said.text))

    def findings(self) -> list[str]:
        """What axe finds serious."""
        self.page.evaluate(AXE)
        found: list[dict[str, Any]] = self.page.evaluate(
            "axe.run({resultTypes: ['violations']}).then(found => found.violations)"
        )
        return [
            f"{each['id']}: {node['target']} {node['failureSummary']}"
            for each in found
            if each["impact"] in ("serious", "critical")
            for node in each["nodes"]
        ]
