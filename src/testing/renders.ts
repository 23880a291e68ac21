import { isObject } from '#lib/isObject.ts';

/** React sets this flag on a component that it has called. */
const performedWork = 1;

let names: string[] | undefined;

// The hook with which React's DevTools find out what was rendered; React looks for it when it is loaded.
Reflect.set(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
  supportsFiber: true,
  inject: () => 1,
  onCommitFiberUnmount() {},
  onCommitFiberRoot(_renderer: number, root: unknown) {
    names?.push(...updatedIn(isObject(root) ? root['current'] : undefined));
  },
});

/**
 * Notes the names of the components that React calls again.
 *
 * @returns the names so far, once for each time; first mounts do not count
 */
export function countRenders(): () => readonly string[] {
  const noted: string[] = [];
  names = noted;
  return () => noted;
}

/** Components below a node of React's tree that were called in the update that led to it. */
function updatedIn(fiber: unknown): string[] {
  if (!isObject(fiber)) return [];
  const before = fiber['alternate'];
  if (!isObject(before)) return [];
  const wasCalled = (Number(fiber['flags']) & performedWork) !== 0;
  const name = wasCalled ? nameOf(fiber['type']) : undefined;
  const own = name === undefined ? [] : [name];
  // What is below is as it was.
  if (fiber['child'] === before['child']) return own;
  for (let child = fiber['child']; isObject(child); child = child['sibling']) {
    own.push(...updatedIn(child));
  }
  return own;
}

function nameOf(type: unknown): string | undefined {
  if (typeof type === 'function') return type.name;
  if (!isObject(type)) return undefined;
  return nameOf(type['type'] ?? type['render']);
}
