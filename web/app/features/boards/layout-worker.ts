import { type LayoutRequest, layOut } from "./core/layout";

self.addEventListener("message", ({ data }: MessageEvent<LayoutRequest>) => self.postMessage(layOut(data)));
