import type { WorkbenchState } from "../api.js";
import { change } from "./data/api.js";
import { isConnected, workbench } from "./data/live.js";
import { useStore } from "./data/store.js";
import { counted, duration } from "./shared/figures.js";
import { notifyProblem } from "./shared/notices.js";
import { linkTo } from "./shared/route.js";

/** Which app runs, which build of it answers, and whether it is the last one. */
export function StateBar() {
  const state = useStore(workbench);
  const connected = useStore(isConnected);
  if (!connected)
    return (
      <div class="state">
        <span class="badge error">not connected</span>
        <span class="muted">flowc dev does not answer; the page tries again</span>
      </div>
    );
  if (state === undefined) return <div class="state muted">…</div>;
  return (
    <div class="state">
      {state.isReplay ? (
        <>
          <span>traces of {state.directory}</span>
          {state.passedOver !== "" && <span class="badge warning">{state.passedOver}</span>}
        </>
      ) : (
        <>
          <a href={state.app} target="_blank" rel="noreferrer">
            {state.app.replace(/^https?:\/\//, "")}
          </a>
          <Build build={state.build} />
        </>
      )}
      {state.maySecrets && <SecretsSwitch isOn={state.showsSecrets} />}
    </div>
  );
}

function Build({ build }: { readonly build: WorkbenchState["build"] }) {
  if (build.isGood)
    return (
      <span class="muted">
        build {build.number} in {duration(build.took)}
      </span>
    );
  return (
    <>
      <a class="badge error" href={linkTo("findings")}>
        build {build.number} is broken: {counted(build.errors, "error")}
      </a>
      <span class="muted">
        {build.serving === 0 ? "nothing answers yet" : `build ${build.serving} answers`}
      </span>
    </>
  );
}

function SecretsSwitch({ isOn }: { readonly isOn: boolean }) {
  const toggle = () => change("PUT", "/secrets", { shows: !isOn }).catch(notifyProblem);
  return (
    <label class="switch" title="Keep tokens, cookies and passwords of requests that come from now on">
      <input type="checkbox" checked={isOn} onChange={toggle} />
      show secrets
    </label>
  );
}
