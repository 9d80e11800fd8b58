"""How a person stands in puzzles."""

from bot.texts import texts
from bot.ui.puzzle_standing import standing_line, standing_lines
from data.model.glicko import Rating
from data.puzzles.attempts import PuzzleStanding

EN = texts("en")


def test_a_rating_is_shown_once_it_has_settled() -> None:
    new, uncertain = PuzzleStanding("go", Rating(600.0)), PuzzleStanding("go", Rating(773.0, 95.0), streak=2)
    settled, later = (PuzzleStanding("go", Rating(value, 89.0)) for value in (812.4, 830.6))
    assert standing_line(new, uncertain, EN) == "Your rating: after about 3 more puzzles · 2 in a row"
    assert standing_line(uncertain, settled, EN) == "Your rating has settled: **812**"
    assert standing_line(settled, later, EN) == "Your rating: **831** (+19)"
    assert standing_lines([uncertain, settled], 0.0, EN) == [
        "Go: rating after about 3 more puzzles · best streak 0",
        "Go: **812** · best streak 0",
    ]
    (years_later,) = standing_lines([settled], 2e8, EN)
    assert years_later.startswith("Go: rating after about ")
