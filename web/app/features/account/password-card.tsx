import { useState } from "react";
import { notify } from "../../ui/toast";
import { NewPasswordForm } from "./new-password-form";
import { SectionCard } from "./section-card";

export function PasswordCard() {
  const [changes, setChanges] = useState(0);
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
