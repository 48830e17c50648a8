/** As much of the browser's interface for extensions as is used here. */
declare namespace chrome {
  interface Event<Listener> {
    addListener(listener: Listener): void;
  }

  interface Tab {
    id?: number;
    url?: string;
  }

  const runtime: { onInstalled: Event<(details: { reason: string }) => void> };
  const action: { onClicked: Event<(tab: Tab) => void> };
  const commands: { onCommand: Event<(command: string, tab?: Tab) => void> };
  const tabs: { create(options: { url: string }): Promise<Tab> };
  const sidePanel: {
    open(options: { tabId: number }): Promise<void>;
    setPanelBehavior(behavior: { openPanelOnActionClick: boolean }): Promise<void>;
  };
  const contextMenus: {
    create(item: { id: string; title: string; contexts: string[] }): void;
    removeAll(): Promise<void>;
    onClicked: Event<(info: { menuItemId: string | number }, tab?: Tab) => void>;
  };
  const scripting: {
    executeScript(injection: { target: { tabId: number }; files: string[] }): Promise<{ result?: unknown }[]>;
  };
  const storage: {
    session: {
      get(key: string): Promise<Record<string, unknown>>;
      set(values: Record<string, unknown>): Promise<void>;
      onChanged: Event<(changes: Record<string, { newValue?: unknown }>) => void>;
    };
  };
}
