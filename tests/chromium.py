"""A page in headless Chromium, driven by the DevTools protocol over a pipe: messages of JSON that end in a
zero byte, to file 3 of the browser and from its file 4.

    with Browser() as browser:
        page = browser.open("file:///tmp/page.html")
        page.value("document.title")
        page.click(100, 200)
"""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PATIENCE = 120  # s; rendering is by software, on busy cores
SWITCHES = ["--headless=new", "--no-sandbox", "--no-first-run", "--disable-extensions", "--hide-scrollbars",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
            "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--force-device-scale-factor=1",
            "--remote-debugging-pipe"]


def program():
    """Path of Chromium, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    def __init__(self, size=(1200, 800)):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.to, self.events, self.number, self.rest, self.front = None, [], 0, b"", None
        self._start(size)

    def _start(self, size):
        to_read, self.to = os.pipe()
        self.back, back_write = os.pipe()

        def ends():
            # The pipe's ends may be 3 and 4 already, in either order.
            first, second = os.dup(to_read), os.dup(back_write)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            [program(), *SWITCHES, "--window-size=%d,%d" % size, "--user-data-dir=" + self.folder.name, "about:blank"],
            preexec_fn=ends, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(to_read)
        os.close(back_write)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        try:
            self.call("Browser.close")
            self.process.wait(20)
        except (OSError, RuntimeError, TimeoutError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.to)
        os.close(self.back)
        self.folder.cleanup()

    def _read(self, until):
        """One message."""
        while b"\0" not in self.rest:
            if not select.select([self.back], [], [], max(0, until - time.monotonic()))[0]:
                raise TimeoutError("Chromium is silent")
            more = os.read(self.back, 1 << 20)
            if not more:
                raise RuntimeError("Chromium has ended")
            self.rest += more
        text, _, self.rest = self.rest.partition(b"\0")
        return json.loads(text)

    def call(self, method, session=None, **words):
        self.number += 1
        message = {"id": self.number, "method": method, "params": words}
        if session:
            message["sessionId"] = session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + PATIENCE
        while True:
            found = self._read(until)
            if found.get("id") == self.number:
                if "error" in found:
                    raise RuntimeError("%s: %s" % (method, found["error"]))
                return found["result"]
            if "method" in found:
                self.events.append(found)

    def open(self, url):
        page = Page(self)
        page.go(url)
        return page


class Page:
    def __init__(self, browser):
        self.browser = browser
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")

    def call(self, method, **words):
        # Pages behind another one neither draw nor get events of the mouse.
        if self.browser.front is not self:
            self.browser.front = self
            self.browser.call("Page.bringToFront", self.session)
        return self.browser.call(method, self.session, **words)

    def go(self, url):
        self.call("Page.navigate", url=url)
        self.until("document.readyState === 'complete' && location.href !== 'about:blank'")

    def value(self, text):
        """Of an expression in JavaScript, or of the promise that it is."""
        found = self.call("Runtime.evaluate", expression=text, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise RuntimeError("%s: %s" % (text, json.dumps(found["exceptionDetails"])[:600]))
        return found["result"].get("value")

    def until(self, text):
        end = time.monotonic() + PATIENCE
        while not self.value(text):
            if time.monotonic() > end:
                raise TimeoutError("not within %d s: %s" % (PATIENCE, text))
            time.sleep(0.05)

    def mouse(self, kind, x, y, **words):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **words)

    def click(self, x, y):
        self.mouse("mouseMoved", x, y)
        for kind in ("mousePressed", "mouseReleased"):
            self.mouse(kind, x, y, button="left", clickCount=1)

    def drag(self, x, y, to_x, to_y, button="left"):
        self.mouse("mousePressed", x, y, button=button, clickCount=1)
        for k in range(1, 6):
            self.mouse("mouseMoved", x + (to_x - x) * k / 5, y + (to_y - y) * k / 5, button=button,
                       buttons={"left": 1, "right": 2}[button])
        self.mouse("mouseReleased", to_x, to_y, button=button, clickCount=1)

    def key(self, key, text=None):
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def picture(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def requests(self):
        """Addresses of all that the page asked for."""
        self.call("Runtime.evaluate", expression="0")
        return [event["params"]["request"]["url"] for event in self.browser.events
                if event.get("sessionId") == self.session and event["method"] == "Network.requestWillBeSent"]

    def complaints(self):
        """Texts of exceptions, and of errors on the console."""
        self.call("Runtime.evaluate", expression="0")
        found = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            about = event["params"]
            if event["method"] == "Runtime.exceptionThrown":
                found.append(json.dumps(about["exceptionDetails"])[:500])
            elif event["method"] == "Log.entryAdded" and about["entry"]["level"] == "error":
                found.append(about["entry"]["text"])
            elif event["method"] == "Runtime.consoleAPICalled" and about["type"] in ("error", "assert"):
                found.append(json.dumps(about["args"])[:500])
        return found
