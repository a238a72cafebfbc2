"""Puts existing ids into about two thirds of the requests, which would otherwise all get 404.

KNOWN_IDS is a JSON object, from the name of a parameter or field to its values.
"""

import json
import os
import zlib

import schemathesis

KNOWN_IDS = json.loads(os.environ["KNOWN_IDS"])


def known_or_same(name, value):
    ids = KNOWN_IDS.get(name)
    if not ids or not isinstance(value, str):
        return value
    # Derived from the value instead of random, because Hypothesis replays requests and expects the same ones.
    number = zlib.crc32(value.encode("utf-8", "surrogatepass"))
    return value if number % 3 == 0 else ids[number % len(ids)]


def with_known_ids(values):
    if not isinstance(values, dict):
        return values
    return {name: known_or_same(name, value) for name, value in values.items()}


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    return with_known_ids(path_parameters)


@schemathesis.hook
def map_query(context, query):
    return with_known_ids(query)


@schemathesis.hook
def map_body(context, body):
    return with_known_ids(body)
