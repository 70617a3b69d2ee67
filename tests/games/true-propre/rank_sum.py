"""True Propreantepenultimate Card through the program: what an explanation names."""
from bylaw import Case, NO, bylaw, main, new


class RankSum(Case):
    """§3.2.2.9 stands in an explanation just when it is what refuses."""

    def refused(self, move, fc=True):
        position = new("true-propre", "--players", 2, "--set", "hand=2", "--seed", 1)
        cards = [r + s for s in "CDHS" for r in "A23456789TJQK"]
        state = position["state"]
        state.update(pile=["5H", "TC"], played=3, hands=[["8C", "6H"], ["2S", "3S"]], active=0,
                     to_move=0, av=0, mv=1, cw=True, fc=fc, rm=True)
        used = set(state["pile"] + sum(state["hands"], []))
        state["stock"] = [c for c in cards if c not in used]
        answer = bylaw("explain", "true-propre", move, "--json", given=position)
        self.assertEqual(answer.status, NO, answer.err)
        return {c["id"]: c["holds"] for c in answer.json["clauses"]}

    def test_it_decides(self):
        self.assertIs(self.refused("8 6H").get("§3.2.2.9"), False)   # 6 + 10 + 5

    def test_it_does_not(self):
        clauses = self.refused("8 8C", fc=False)                     # 8 + 10 + 5, no match
        self.assertIs(clauses["§6.4.4"], False)
        self.assertNotIn("§3.2.2.9", clauses)


main()
