"""Prints the public Merkle vectors on which verify_log.py disagrees, and how many there are."""

import base64
import json
import pathlib
import sys

repository = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(repository / "tools" / "verify-log"))
sys.dont_write_bytecode = True

import verify_log  # noqa: E402


def hashes(texts):
    return [base64.b64decode(text) for text in texts or []]


def is_included(v):
    leaf, root = hashes([v["leafHash"], v["root"]])
    return len(leaf) == 32 and verify_log.is_included(v["leafIdx"], v["treeSize"], leaf, hashes(v["proof"]), root)


def is_consistent(v):
    first, second = hashes([v["root1"], v["root2"]])
    return verify_log.is_consistent(v["size1"], v["size2"], first, second, hashes(v["proof"]))


count = 0
for kind, holds in {"inclusion": is_included, "consistency": is_consistent}.items():
    folder = pathlib.Path(sys.argv[1]) / kind
    for path in folder.rglob("*.json"):
        vector = json.loads(path.read_text())
        if holds(vector) == vector["wantErr"]:
            print(f"{kind}/{path.relative_to(folder)}")
        count += 1
print(count)
