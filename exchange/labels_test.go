package exchange

import "testing"

func TestServedRequestsAreNotRefused(t *testing.T) {
	served := map[Outcome]bool{
		Passed: true, PassedUnknownServer: true, PassedTooLarge: true, Forwarded: true,
		AnsweredHere: true, Partial: true, Acknowledged: true,
	}
	for _, outcome := range Outcomes {
		if outcome.Refused() == served[outcome] {
			t.Errorf("%s: Refused is %v", outcome, outcome.Refused())
		}
	}
}
