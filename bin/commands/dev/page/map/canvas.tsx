import type { ComponentChildren } from "preact";
import { useEffect, useImperativeHandle, useRef } from "preact/hooks";
import type { MapGraph, MapNode } from "../../api.js";

/** What buttons and keys do with the drawing. */
export interface CanvasHandle {
  zoom(factor: number): void;
  /** Shows everything, as large as it fits. */
  fit(): void;
  /** Moves the drawing if a node is out of sight. */
  reveal(node: MapNode): void;
}

export interface CanvasProps {
  readonly label: string;
  readonly graph: MapGraph;
  readonly handle: { current: CanvasHandle | null };
  readonly children: ComponentChildren;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** What part of the drawing is seen: a scale, and where the drawing's corner is, in pixels. */
interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

const [smallest, largest] = [0.05, 3];
const margin = 24;

/** A drawing that is moved by dragging, and scaled by the wheel. It is not drawn again for that. */
export function Canvas({ label, graph, handle, children, onKeyDown }: CanvasProps) {
  const svg = useRef<SVGSVGElement>(null);
  const content = useRef<SVGGElement>(null);
  const view = useRef<View>({ scale: 1, x: margin, y: margin });
  const isMoved = useRef(false);
  const apply = (next: View, isFitted = false) => {
    isMoved.current = !isFitted;
    view.current = next;
    content.current?.setAttribute("transform", `translate(${next.x} ${next.y}) scale(${next.scale})`);
  };
  const box = () => svg.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
  const zoomAt = (factor: number, atX: number, atY: number) => {
    const { scale, x, y } = view.current;
    const next = Math.min(largest, Math.max(smallest, scale * factor));
    const by = next / scale;
    apply({ scale: next, x: atX - (atX - x) * by, y: atY - (atY - y) * by });
  };
  const fit = () => {
    const { width, height } = box();
    const across = (width - 2 * margin) / graph.width;
    const down = (height - 2 * margin) / graph.height;
    // Text has to stay readable: what is too tall is seen from its top.
    const scale = Math.min(1, Math.max(Math.min(across, down), Math.min(across, 0.7), smallest));
    apply({ scale, x: Math.max(margin, (width - graph.width * scale) / 2), y: margin }, true);
  };
  const reveal = (node: MapNode) => {
    const { scale, x, y } = view.current;
    const { width, height } = box();
    const left = x + node.x * scale;
    const top = y + node.y * scale;
    const outX = left < margin || left + node.width * scale > width - margin;
    const outY = top < margin || top + node.height * scale > height - margin;
    if (!outX && !outY) return;
    apply({
      scale,
      x: outX ? width / 2 - (node.x + node.width / 2) * scale : x,
      y: outY ? height / 2 - (node.y + node.height / 2) * scale : y,
    });
  };
  useImperativeHandle(handle, () => ({
    zoom: (factor) => zoomAt(factor, box().width / 2, box().height / 2),
    fit,
    reveal,
  }));
  const fitAgain = useRef(fit);
  fitAgain.current = fit;
  useEffect(fit, [graph.width, graph.height]);
  useEffect(() => {
    const observer = new ResizeObserver(() => isMoved.current || fitAgain.current());
    if (svg.current !== null) observer.observe(svg.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top } = box();
      zoomAt(1.0015 ** -event.deltaY, event.clientX - left, event.clientY - top);
    };
    const element = svg.current;
    // A listener of the framework could not keep the page from scrolling.
    element?.addEventListener("wheel", wheel, { passive: false });
    return () => element?.removeEventListener("wheel", wheel);
  }, []);
  const drag = (event: PointerEvent) => {
    if ((event.buttons & 1) === 0 || !(event.target instanceof Element)) return;
    const { scale, x, y } = view.current;
    apply({ scale, x: x + event.movementX, y: y + event.movementY });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: no other element can hold a drawing
    <svg
      ref={svg}
      class="map-canvas flowc-map"
      role="group"
      aria-label={label}
      onPointerMove={drag}
      onKeyDown={onKeyDown}
    >
      <defs>
        <marker
          id="map-arrow"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto"
        >
          <path class="tip" d="M0 0 8 4 0 8z" />
        </marker>
      </defs>
      <g ref={content}>{children}</g>
    </svg>
  );
}
