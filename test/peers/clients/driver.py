"""What the drivers of Python clients have in common; driver.mjs says what one is."""

import asyncio
import json
import sys


def drive(connect):
    """Runs the targets of the command line. connect(url) is an async context manager
    of a client with server, protocol, list() -> names and call(name, arguments, progress)."""
    asyncio.run(_run(connect))


async def _run(connect):
    for target in json.loads(sys.argv[1]):
        report = {"server": "", "protocol": "", "tools": [], "calls": [], "error": ""}
        try:
            async with connect(target["url"]) as client:
                report["server"] = client.server
                report["protocol"] = client.protocol
                try:
                    report["tools"] = await client.list()
                except Exception as error:
                    report["error"] = _explain(error)
                for call in target["calls"]:
                    report["calls"].append(await _outcome(client, call))
        except Exception as error:
            report["error"] = _explain(error)
        print(json.dumps(report), flush=True)


async def _outcome(client, call):
    report = {"text": "", "isError": False, "error": "", "progress": 0}

    async def progress(*_):
        report["progress"] += 1

    try:
        result = await client.call(call["tool"], call["arguments"], progress)
        report["text"] = "".join(getattr(block, "text", "") for block in result.content)
        # The second generation of the SDK renamed it.
        report["isError"] = bool(result.is_error if hasattr(result, "is_error") else result.isError)
    except Exception as error:
        report["error"] = _explain(error)
    return report


def _explain(error):
    """An exception group says only how many it holds."""
    if isinstance(error, BaseExceptionGroup):
        return "; ".join(_explain(inner) for inner in error.exceptions)
    return f"{type(error).__name__}: {error}"
