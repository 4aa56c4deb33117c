"""What the drivers of Python clients have in common; driver.mjs says what one is."""

import asyncio
import json
import os
import sys

# A name to answer a server's questions in; see driver.mjs.
who = os.environ.get("PEERS_ANSWER")


def answers(types):
    """The callbacks of a client that can be asked, in the SDK's types; none without
    a name."""
    if not who:
        return {}

    async def elicit(*_):
        return types.ElicitResult(action="accept", content={"name": who})

    async def sample(_, params):
        content = params.messages[0].content
        text = (content[0] if isinstance(content, list) else content).text
        return types.CreateMessageResult(
            role="assistant", model="test", content=types.TextContent(type="text", text=f"{who} heard {text}")
        )

    async def roots(*_):
        return types.ListRootsResult(roots=[types.Root(uri=f"file:///{who}", name=who)])

    return {"elicitation_callback": elicit, "sampling_callback": sample, "list_roots_callback": roots}


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
