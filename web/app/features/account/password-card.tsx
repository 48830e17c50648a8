import { useState } from "react";
import { readSession } from "../../api/session";
import { notify } from "../../ui/toast";
import { NewPasswordForm } from "./new-password-form";
import { SectionCard } from "./section-card";

/** Only for those who have an address to give it with: a wallet, or a guest, has none. */
export function PasswordCard() {
  const [changes, setChanges] = useState(0);
  const session = readSession();
  if (!session?.email && !session?.phone) return null;
  return (
    <SectionCard id="password" title="Password" description="Other devices stay signed in until you sign them out.">
      <NewPasswordForm
        key={changes}
        submitLabel="Change the password"
        onChanged={() => {
          setChanges(changes + 1);
          void notify({ title: "Your password is changed.", color: "green" });
        }}
      />
    </SectionCard>
  );
}
