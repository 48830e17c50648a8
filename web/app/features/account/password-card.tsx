import { useState } from "react";
import { readSession } from "../../api/session";
import { notify } from "../../ui/toast";
import { NewPasswordForm } from "./new-password-form";
import { SectionCard } from "./section-card";
import { passwordCard as text } from "./strings";

/** Only for those who have an address to give it with: a wallet, or a guest, has none. */
export function PasswordCard() {
  const [changes, setChanges] = useState(0);
  const session = readSession();
  if (!session?.email && !session?.phone) return null;
  return (
    <SectionCard id="password" title={text.password} description={text.description}>
      <NewPasswordForm
        key={changes}
        submitLabel={text.changePassword}
        onChanged={() => {
          setChanges(changes + 1);
          void notify({ title: text.passwordChanged, color: "green" });
        }}
      />
    </SectionCard>
  );
}
