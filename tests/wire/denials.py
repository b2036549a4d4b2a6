"""What Discord says when it does not do something: the status and the code (docs: opcodes)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Denied(Exception):
    """Discord refuses a request."""

    status: int
    code: int
    message: str = ""

    @property
    def body(self) -> dict[str, object]:
        return {"code": self.code, "message": self.message or f"error {self.code}"}


def unknown_channel() -> Denied:
    return Denied(404, 10003, "Unknown Channel")


def unknown_message() -> Denied:
    return Denied(404, 10008, "Unknown Message")


def unknown_member() -> Denied:
    return Denied(404, 10007, "Unknown Member")


def unknown_interaction() -> Denied:
    return Denied(404, 10062, "Unknown interaction")


def unknown_webhook() -> Denied:
    return Denied(404, 10015, "Unknown Webhook")


def dead_token() -> Denied:
    return Denied(401, 50027, "Invalid Webhook Token")


def already_acknowledged() -> Denied:
    return Denied(400, 40060, "Interaction has already been acknowledged.")


def bad_form(why: str) -> Denied:
    return Denied(400, 50035, f"Invalid Form Body: {why}")


def archived() -> Denied:
    return Denied(400, 50083, "Thread is archived")


def unauthorized() -> Denied:
    return Denied(401, 0, "401: Unauthorized")
