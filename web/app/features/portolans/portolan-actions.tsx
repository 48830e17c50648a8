import { Download, EllipsisVertical, FileText, Printer, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { deletePortolan, type Portolan, setPortolanVisibility } from "../../api/portolans";
import { describeFailure } from "../../api/problem";
import { setSaved } from "../../api/saved-list";
import { useHasSession } from "../../api/session";
import { useApiMutation } from "../../api/use-api-mutation";
import { ShareButton } from "../../blocks/share-button";
import { Button, IconButton } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { Menu, MenuItem, MenuLink } from "../../ui/menu";
import { paths } from "../../util/page-paths";
import { apiPaths } from "../../util/paths";
import { portolanActions as text } from "./strings";

/** Actions for a document; other users can export and save it. */
export function PortolanActions({ portolan, onDeleted }: { portolan: Portolan; onDeleted?: () => void }) {
  const { id, visibility, isOwner } = portolan;
  const isSignedIn = useHasSession();
  const save = useApiMutation({
    run: () => setSaved("portolan", id, true),
    success: text.saved(portolan.title || text.untitled),
    failed: text.couldntSave,
  });
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {isOwner && (
        <ShareButton
          title={text.shareDocument}
          visibility={visibility}
          path={paths.portolan(id)}
          onChange={(next) => setPortolanVisibility(id, next)}
        />
      )}
      {isSignedIn && !isOwner && (
        <Button size="small" isPending={save.isPending} onClick={() => save.run()}>
          {text.save}
        </Button>
      )}
      <Menu
        trigger={
          <Button size="small">
            <Download aria-hidden className="size-4" />
            <span className="max-lg:sr-only">{text.export}</span>
          </Button>
        }
      >
        <MenuLink isDocument to={apiPaths.portolanMarkdown(id)}>
          <FileText aria-hidden /> {text.markdown}
        </MenuLink>
        <MenuItem onSelect={() => setTimeout(() => window.print())}>
          <Printer aria-hidden /> {text.printOrSaveAsPdf}
        </MenuItem>
      </Menu>
      {isOwner && <MoreMenu portolan={portolan} onDeleted={onDeleted} />}
    </div>
  );
}

interface MoreMenuProps {
  portolan: Portolan;
  onDeleted: (() => void) | undefined;
}

function MoreMenu({ portolan: { id }, onDeleted }: MoreMenuProps) {
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <Menu
        trigger={
          <IconButton label={text.moreOptions}>
            <EllipsisVertical aria-hidden className="size-4" />
          </IconButton>
        }
      >
        <MenuItem isDangerous onSelect={() => setDeleting(true)}>
          <Trash2 aria-hidden /> {text.delete}
        </MenuItem>
      </Menu>
      {isDeleting && (
        <ConfirmDialog
          title={text.deleteThisDocument}
          description={text.description}
          confirmLabel={text.delete}
          describeFailure={describeFailure}
          onConfirm={async () => {
            await deletePortolan(id);
            onDeleted?.();
            void navigate(paths.portolans());
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}
