#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""site.py FOLDER: collects the sources of the VitePress site: the pages of docs/, the reference, and the files of the
repository that pages link to. Links between files of the repository are rewritten for the site. The test tree.site runs
this script to find links to missing files and headings, and names without a topic."""

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

# Groups of the sidebar and their first pages. Any other page is appended to the group of its folder.
GROUPS = [
    ("Start", ["index", "guide/quickstart", "guide/install", "explore", "faq"]),
    ("Tutorials", [f"tutorials/{name}" for name in ("picture", "heat")]),
    ("Guides", [f"guide/{name}" for name in (
        "tensors", "indexing", "lazy", "assignment", "scatter", "functions", "named", "random", "larger_than_memory", "gradients")]
        + ["files", "interop", "fast", "devices", "guide/ranks", "linalg", "fft"] + [f"guide/{name}" for name in ("errors", "library", "stridedslice", "repl")]),
    ("Recipes", [f"cookbook/{name}" for name in ("arrays", "data", "numerics", "practice")]),
    ("Coming from", ["numpy", "differences", "array-api", "coming-from/onnx", "coming-from/xtensor", "coming-from/eigen", "coming-from/matlab", "coming-from/julia", "coming-from/pytorch"]),
    ("Gallery", ["live", "gallery"]),
    ("In depth", ["pitfalls", "performance", "linking", "webassembly", "errors", "debugging", "compile-time"]),
    ("Reference", ["reference/index"]),
    ("Contributing", ["contributing/index", "contributing/architecture", "contributing/extending", "contributing/tests", "contributing/performance",
                      "contributing/documentation", "reliability", "source/CHANGELOG"]),
    ("Design", []),
    ("Benchmarks", []),
]
FOLDERS = {"tutorials": "Tutorials", "guide": "Guides", "cookbook": "Recipes", "coming-from": "Coming from", "reference": "Reference", "contributing": "Contributing", "design": "Design",
           "benchmarks": "Benchmarks", "": "In depth"}
LANGUAGES = {".cpp": "cpp", ".hpp": "cpp", ".py": "python", ".sh": "sh", ".cmake": "cmake", ".json": "json", ".mjs": "js", ".csv": "txt",
             ".yml": "yaml", ".md": "md"}
PICTURES = {".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp"}
HTML = r"!--|/?(?:a|b|br|sub|sup|details|summary|img|table|thead|tbody|tr|td|th|p|div|picture|source|kbd|pre|i|em|strong|span|ul|li|ol|h\d|Explorer|Live)\b"
# The text of a link, which may contain nested brackets.
LABEL = r"[^\[\]]*"
for _ in range(3):
    LABEL = rf"(?:[^\[\]]|\[{LABEL}\])*"


# Pages that were merged into others: their old addresses lead to the new ones.
MOVED = {"guide/files": "files", "guide/interop": "interop", "guide/devices": "devices", "guide/performance": "fast"}
# How the search ranks the pages of a folder (or a single page): a weight, and the group 1, which is shown after all others.
SEARCHED = {"tutorials/": {"weight": 1.2}, "guide/": {"weight": 1.5}, "cookbook/": {"weight": 2.8}, **dict.fromkeys(MOVED.values(), {"weight": 1.5}), "reference/index": {"weight": 0.2}, "reference/": {}, "numpy": {"weight": 0.95}, "faq": {"weight": 1.5}, "coming-from/": {"weight": 0.8}, "index": {"weight": 0.7},
            "errors": {"group": 1, "weight": 0.8}, "array-api": {"group": 1}, "reliability": {"group": 1}, "design/": {"group": 1, "weight": 0.8},
            "benchmarks/": {"group": 1, "weight": 0.8}, "contributing/": {"group": 1, "weight": 0.8}, "source/": {"group": 1, "weight": 0.6},
            "": {}}


def shown(text):
    """A line of Markdown without its signs."""
    text = re.sub(r"!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?:/|https?:|#)[^)]*\)", r"\1", text)
    text = re.sub(r"\*\*|`|^#+ |^[-*] ", "", text)
    text = re.sub(r"\\([|_*`\[\]])", r"\1", text)
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&#123;", "{").strip()


def tracked():
    """The files of the repository, including untracked files but not ignored ones."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, stdout=subprocess.PIPE,
                            encoding="utf-8", check=False)
    if listed.returncode == 0:
        return {ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).exists()}
    return {path for path in ROOT.rglob("*") if path.is_file() and "build" not in path.parts}


def parts_of(text):
    """Pieces of a page: (is it code, text)."""
    pieces, current, fence = [], [], None
    for line in text.splitlines(keepends=True):
        mark = re.match(r"\s*(`{3,}|~{3,})", line)
        if fence is None and mark:
            pieces.append((False, "".join(current)))
            current, fence = [line], mark.group(1)
        elif fence is not None and line.strip() == fence:
            pieces.append((True, "".join([*current, line])))
            current, fence = [], None
        else:
            current.append(line)
    pieces.append((fence is not None, "".join(current)))
    return pieces


def about():
    """What the footer says: the version, the commit with its date, and the address of the repository."""
    version = re.findall(r"#define STRIA_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", (ROOT / "dsl/stria/version.hpp").read_text(encoding="utf-8"))
    commit = subprocess.run(["git", "log", "-1", "--format=%h, %cs"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8",
                            check=False).stdout.strip()
    site = json.loads((ROOT / "docs/site.json").read_text(encoding="utf-8"))
    return {"version": ".".join(version), "commit": commit, "repository": site["repository"]}


WIDTH = 108  # characters of a line of code that fit into the column (.vitepress/theme/style.css)
MARK = ".made-by-site"  # only a folder with this file is emptied


class Site:
    def __init__(self, folder):
        self.folder = Path(folder)
        self.files = tracked()
        self.wanted = []  # files outside docs/ that pages link to
        self.done = set()
        self.anchors = []  # (page, place, heading) of links
        self.problems = []

    def place_of(self, path):
        """The place of a repository file on the site, without .md."""
        relative = path.relative_to(ROOT).as_posix()
        if relative.startswith("docs/") and path.suffix == ".md":
            return re.sub(r"(^|/)README$", r"\1index", relative[5:-3])
        if path.suffix == ".md":
            return "source/" + relative[:-3]
        if path.is_dir():
            return "source/" + relative + "/index"
        return "source/" + re.sub(r"\.(?=[^./]*$)", "_", relative)

    def rewrite_link(self, target, page):
        """Converts a link of a repository page for the site."""
        if re.match(r"[a-z]+:|/", target):
            return target
        file, _, anchor = target.partition("#")
        if not file:
            self.anchors.append((page, self.place_of(page), anchor))
            return target
        path = (page.parent / file).resolve()
        if path.is_relative_to(ROOT / "docs/reference"):
            return "/" + path.relative_to(ROOT / "docs").as_posix().removesuffix(".md").removesuffix("index") + ("#" + anchor if anchor else "")
        if not path.exists() or not path.is_relative_to(ROOT):
            self.problems.append(f"{page.relative_to(ROOT)}: no file {target}")
            return target
        if path.suffix in PICTURES:
            return self.copy_picture(path)
        if path.is_dir() and (path / "README.md").exists() and not path.is_relative_to(ROOT / "docs"):
            path = path / "README.md"
        if path.is_dir() and path.is_relative_to(ROOT / "docs"):
            return "/" + self.first_of(path)
        if path not in self.done:
            self.done.add(path)
            self.wanted.append(path)
        place = self.place_of(path)
        if anchor:
            self.anchors.append((page, place, anchor))
        return "/" + re.sub(r"(^|/)index$", r"\1", place) + ("#" + anchor if anchor else "")

    def headings(self, place, every=False):
        """The anchors of a page, as GitHub and .vitepress/config.mjs write them; with `every`, one for each heading."""
        path = self.folder / (place + ".md")
        found, ordered = {}, []
        for is_code, piece in parts_of(path.read_text(encoding="utf-8") if path.exists() else ""):
            for heading in [] if is_code else re.findall(r"^#+ +(.+?)\s*$", piece, re.MULTILINE):
                named = re.search(r"\{#([^}]+)\}", heading)
                text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("&lt;", "<")
                slug = named.group(1) if named else re.sub(r"[^\w\- ]", "", text.replace("`", "").strip().lower()).replace(" ", "-")
                count = found.get(slug, 0)
                found[slug] = count + 1
                if count:
                    found[f"{slug}-{count}"] = 1
                ordered.append(f"{slug}-{count}" if count else slug)
        return ordered if every else found

    def first_of(self, folder):
        name = folder.relative_to(ROOT / "docs").as_posix()
        if (folder / "README.md").exists() or (folder / "index.md").exists():
            return name + "/"
        return name + "/" + sorted(p.stem for p in folder.glob("*.md"))[0]

    def copy_picture(self, path):
        """Copies a picture to the site with its name, so that links to the picture itself work."""
        relative = path.relative_to(ROOT).as_posix().removeprefix("docs/")
        target = self.folder / "public" / relative
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        return "/" + relative

    def convert(self, text, page):
        out = []
        for is_code, piece in parts_of(text):
            if is_code:
                shown_as = re.match(r"\s*`{3,}(\w*)", piece)[1]
                for line in piece.splitlines() if shown_as not in ("", "text", "output") and not self.place_of(page).startswith("source/") else []:
                    if len(line) > WIDTH:
                        self.problems.append(f"{page.relative_to(ROOT)}: this line of code is longer than {WIDTH} characters: {line.strip()}")
                # Removes the words that only tests/guide/snippets.py reads.
                out.append(re.sub(r"^(\s*`{3,}\w+) .*", r"\1", piece, count=1))
                continue
            kept = []

            def keep(match):
                kept.append(match.group())
                return f"\0{len(kept) - 1}\0"

            piece = re.sub(r"<!--.*?-->", "", piece, flags=re.DOTALL)
            piece = re.sub(r"(`+)(?!`)(?:.|\n(?!\n))+?(?<!`)\1(?!`)", keep, piece)
            piece = re.sub(r"<https?://[^>]+>", keep, piece)
            piece = re.sub(rf"(!?\[{LABEL}\])\(([^)\s]+)((?:\s+\"[^\"]*\")?)\)", lambda m: f"{m.group(1)}({self.rewrite_link(m.group(2), page)}{m.group(3)})",
                           piece)
            piece = re.sub(r'(<img[^>]*\ssrc=")([^"]+)"', lambda m: f'{m.group(1)}{self.rewrite_link(m.group(2), page)}"', piece)
            piece = re.sub(rf"<(?!{HTML})", "&lt;", piece)
            piece = piece.replace("{{", "&#123;&#123;")
            while "\0" in piece:
                piece = re.sub(r"\0(\d+)\0", lambda m: kept[int(m.group(1))], piece)
            out.append(piece)
        return "".join(out)

    def write(self, place, text):
        path = self.folder / (place + ".md")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def code_shown(self, path):
        """The lines of a source between the comments `shown` and `end`, as a block of code."""
        found = re.search(r"^ *// shown\n(.*?)^ *// end$", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        return f"```cpp\n{textwrap.dedent(found[1]).rstrip()}\n```"

    def page(self, path):
        text = path.read_text(encoding="utf-8")
        place = self.place_of(path)
        head = ""
        if place == "index":  # home.yml replaces the part that it shows
            text = re.sub(r"<!-- hero -->.*<!-- /hero -->", "", text, flags=re.DOTALL)
            head = "---\n" + (ROOT / "docs/.vitepress/home.yml").read_text(encoding="utf-8") + "pageClass: home\ntitle: stria\n---\n"
        elif place == "live":
            head = "---\nsidebar: false\naside: false\npageClass: live-page\n---\n"
        elif place.startswith("source/"):
            head = "---\nsearch: false\n---\n"
        text = re.sub(r"<!-- code (.*?) -->", lambda m: self.code_shown(path.parent / m[1]), text)
        # A part of the page that runs in the browser.
        text = re.sub(r"<!-- (/?)component (.*?) -->", r"<\1\2>", text)
        text = re.sub(r'(<Live .*?photograph=")(.*?)"', lambda m: f'{m[1]}{self.rewrite_link(m[2], path)}"', text)
        # Other comments contain licences and blocks that are not shown.
        text = re.sub(r"<!--.*?-->\n?", "", text, flags=re.DOTALL)
        text = self.convert(text, path)
        if place == "numpy":
            text = text.replace("\n## ", "\n<FilterRows />\n\n## ", 1)
        self.write(place, head + text)
        return place

    def source(self, path):
        """A page that shows a file, or a folder, that other pages link to."""
        if path.suffix == ".md":
            self.page(path)
            return
        name = path.relative_to(ROOT).as_posix()
        title = "# " + name.replace("_", "\\_") + "\n\n"
        head = "---\nsearch: false\naside: false\n---\n"
        if path.is_dir():
            lines = []
            for child in sorted(path.iterdir()):
                if child in self.files or any(f.is_relative_to(child) for f in self.files):
                    lines.append(f"- [`{child.name}`]({self.rewrite_link(child.name, path / '_')})")
            self.write(self.place_of(path), head + title + "\n".join(lines) + "\n")
            return
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            text = f"{path.stat().st_size} bytes that are not text"
        if len(text) > 200000:
            text = text[:200000] + "\n…"
        fence = "`" * max(3, 1 + max((len(m) for m in re.findall(r"`+", text)), default=0))
        language = LANGUAGES.get(path.suffix, "cmake" if path.name == "CMakeLists.txt" else "txt")
        self.write(self.place_of(path), f"{head}{title}{fence}{language}\n{text.rstrip()}\n{fence}\n")

    def sections(self, pages):
        """The sections of all pages, for the search: what docs/.vitepress/search/engine.mjs describes."""
        given = json.loads((ROOT / "docs/.vitepress/search/keywords.json").read_text(encoding="utf-8"))
        left = {"names": set(given["names"]), "pages": set(given["pages"])}
        names = {(topic, anchor): name for name, (topic, anchor) in pages.places.items()}
        found = []
        for place, page_title in self.titles().items():
            text = re.sub(r"\A---\n.*?\n---\n", "", (self.folder / (place + ".md")).read_text(encoding="utf-8"), flags=re.DOTALL)
            anchors = iter(self.headings(place, every=True))
            top = "/" + re.sub(r"(^|/)index$", r"\1", place)
            kind = next((kind for kind in SEARCHED if place == kind or place.startswith(kind)), "")
            section = None
            above = []

            def add(title, anchor, level):
                nonlocal section
                above[level - 1:] = [title]
                section = {"path": top if level == 1 else f"{top}#{anchor}", "title": title, "above": " › ".join(above[:-1]), "text": "", "keys": ""}
                section |= SEARCHED[kind]
                key = place if level == 1 else f"{place}#{anchor}"
                name = names.get((place.removeprefix("reference/"), anchor)) if place.startswith("reference/") else None
                if name:
                    section["name"] = name
                    section["keys"] = ", ".join([*pages.spellings(name), given["names"].get(name, "")])
                    left["names"].discard(name)
                elif key in given["pages"]:
                    section["keys"] = given["pages"][key]
                    left["pages"].discard(key)
                found.append(section)

            for is_code, piece in parts_of(text):
                for line in piece.splitlines():
                    heading = None if is_code else re.match(r"(#+) +(.+?)\s*$", line)
                    if heading:
                        title = re.sub(r"\s*\{#[^}]*\}", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[2]))
                        add(shown(title), next(anchors), min(len(heading[1]), len(above) + 1))
                    elif section and (place == "numpy" or place.startswith("coming-from/")) and line.startswith("| `"):  # each row is found by itself
                        row = {**section, "title": shown(line.split(" | ")[0].strip("| ")), "text": shown(line), "keys": "", "above": page_title}
                        found.append(row)
                    elif section and not re.match(r"\s*(`{3,}|\|[ -:|]+\|$|<)", line) and not re.match(r"\| \[`", line):
                        section["text"] += shown(line) + "\n"
        for kind, missing in left.items():
            self.problems += [f"docs/.vitepress/search/keywords.json: there is no section {name} for these keywords" for name in sorted(missing)]
        for section in found:
            section["text"] = section["text"].strip()
        return {"synonyms": given["synonyms"], "sections": found}

    def titles(self):
        found = {}
        for path in sorted(self.folder.rglob("*.md")):
            place = path.relative_to(self.folder).as_posix()[:-3]
            if place.startswith(("source/", "node_modules/", ".")) and place != "source/CHANGELOG":
                continue
            if place == "index":
                found[place] = "stria"
                continue
            heading = re.search(r"^# (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
            if not heading:
                self.problems.append(f"{place}.md has no first heading")
                continue
            title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.group(1))
            found[place] = re.sub(r"[`\\]|\s*\{#[^}]*\}", "", title)
        return found

    def sidebar(self):
        titles = self.titles()
        left = dict(titles)
        groups = []
        for name, first in GROUPS:
            items = [place for place in first if place in left]
            for place in items:
                left.pop(place)
            groups.append((name, items))
        by_name = dict(groups)
        import reference_pages
        order = ["reference/" + topic for topic in reference_pages.TOPICS]
        for place in sorted(left, key=lambda p: (order.index(p) if p in order else -1, titles[p].lower())):
            folder = place.rpartition("/")[0].partition("/")[0]
            by_name[FOLDERS.get(folder, "In depth")].append(place)
        collapsed = {"Design", "Benchmarks", "Contributing"}
        return [{"text": name, "collapsed": name in collapsed,
                 "items": [{"text": "Home" if place == "index" else "All names" if place == "reference/index" else titles[place],
                            "link": "/" + re.sub(r"(^|/)index$", r"\1", place)} for place in items]} for name, items in groups if items]

    def build(self):
        made = self.folder / MARK
        if self.folder.exists() and any(self.folder.iterdir()) and not made.exists():
            sys.exit(f"site: {self.folder} is not empty, and this script did not make it; nothing was changed")
        for old in self.folder.iterdir() if self.folder.exists() else []:
            if old.name not in (MARK, "node_modules", "package-lock.json", "package.json", ".npmrc"):
                shutil.rmtree(old) if old.is_dir() else old.unlink()
        self.folder.mkdir(parents=True, exist_ok=True)
        made.touch()
        docs = ROOT / "docs"
        for name in ("package.json", "package-lock.json", ".npmrc"):
            if not (self.folder / name).exists() or (self.folder / name).read_bytes() != (docs / name).read_bytes():
                shutil.copyfile(docs / name, self.folder / name)
        shutil.copytree(docs / ".vitepress", self.folder / ".vitepress", ignore=shutil.ignore_patterns("cache", "dist"))
        (self.folder / "public").mkdir()
        shutil.copyfile(docs / ".vitepress/favicon.svg", self.folder / "public/favicon.svg")
        shutil.copyfile(docs / "pictures/subscript.svg", self.folder / "public/hero.svg")
        (self.folder / ".vitepress/about.json").write_text(json.dumps(about()), encoding="utf-8")
        sys.path.insert(0, str(ROOT / "scripts"))
        import reference
        import reference_pages
        pages = [path for path in sorted(self.files) if path.suffix == ".md" and path.is_relative_to(docs)
                 and not path.is_relative_to(docs / "reference")]
        self.done.update(pages)
        names = reference_pages.write(reference.Reference(ROOT), self.folder / "reference")
        for path in pages:
            self.page(path)
        for old, new in MOVED.items():
            path = self.folder / "public" / (old + ".html")
            path.parent.mkdir(parents=True, exist_ok=True)
            up = "../" * old.count("/")
            place = up + new + ".html"
            path.write_text(f'<!doctype html><meta charset="utf-8"><title>stria</title><link rel="icon" href="{up}favicon.svg"><meta http-equiv="refresh" content="0; url={place}">'
                            f'<a href="{place}">This page has moved.</a>\n', encoding="utf-8")
        for name in ("README.md", "CHANGELOG.md"):
            self.rewrite_link(f"../{name}", docs / "index.md")
        while self.wanted:
            self.source(self.wanted.pop())
        (self.folder / ".vitepress/sidebar.json").write_text(json.dumps(self.sidebar(), indent=1), encoding="utf-8")
        (self.folder / "public/search.json").write_text(json.dumps(self.sections(names), ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
        for page, place, anchor in self.anchors:
            if anchor not in self.headings(place):
                self.problems.append(f"{page.relative_to(ROOT)}: no heading #{anchor} in {place}.md")
        for problem in self.problems:
            print(problem)
        print(f"site: {len(pages)} pages, {len(self.done) - len(pages)} files that they link to, {len(self.problems)} problems")
        return 1 if self.problems else 0


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    os.chdir(ROOT)
    sys.exit(Site(Path(sys.argv[1]).resolve()).build())
