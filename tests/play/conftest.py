import pytest


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots and playouts that compile nothing, however much has been played in this process before."""
    for enough in ("compiled.patience.ENOUGH", "compiled.simulations._WORTH", "play.bulk._WORTH"):
        monkeypatch.setattr(f"fpgames.{enough}", 10**15)
