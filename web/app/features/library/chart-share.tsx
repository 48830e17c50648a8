import { Code } from "lucide-react";
import { useState } from "react";
import { type Chart, setChartVisibility } from "../../api/charts";
import { useApiMutation } from "../../api/use-api-mutation";
import { ShareButton } from "../../blocks/share-button";
import { Button } from "../../ui/button";
import { paths } from "../../util/page-paths";
import { EmbedDialog } from "./embed-dialog";
import { chartShare as strings } from "./strings";

/** Sharing of a chart: others see the published version, also where it is embedded. */
export function ChartShare({ chart }: { chart: Chart }) {
  const { id, visibility, publishedVersion, version, versions = version } = chart;
  const [isEmbedding, setEmbedding] = useState(false);
  const isBehind = publishedVersion != null && publishedVersion !== versions;
  const publish = useApiMutation({
    run: () => setChartVisibility(id, visibility, versions),
    success: strings.versionPublished(versions),
    failed: strings.couldntPublishTheVersion,
  });
  return (
    <>
      <ShareButton
        title={strings.shareChart}
        visibility={visibility}
        path={paths.chart(id)}
        onChange={(next) => setChartVisibility(id, next, undefined)}
        note={(chosen) =>
          chosen === visibility && publishedVersion != null
            ? strings.versionIsPublishedLaterVersions(publishedVersion)
            : strings.versionWillBePublishedLater(versions)
        }
        actions={(close) => (
          <>
            {isBehind && (
              <Button isPending={publish.isPending} onClick={() => publish.run()}>
                {strings.publishVersion(versions)}
              </Button>
            )}
            <Button
              onClick={() => {
                close();
                setEmbedding(true);
              }}
            >
              <Code aria-hidden className="size-4" /> {strings.embed}
            </Button>
          </>
        )}
      />
      {isEmbedding && <EmbedDialog chart={chart} onClose={() => setEmbedding(false)} />}
    </>
  );
}
