import recording from "../../blocks/fixtures/recording.json";
import { RecordedAnswer } from "../../blocks/recorded-answer";
import { Page } from "../../ui/page";

/** A chat that is played from a recording, as slowly as it was. */
export function ScriptedChat() {
  return (
    <Page title="A scripted chat" width="narrow">
      <RecordedAnswer recording={recording} />
    </Page>
  );
}
