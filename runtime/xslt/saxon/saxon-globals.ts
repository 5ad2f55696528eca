// saxon-js assigns to two globals without declaring them. Bundlers make strict code of it, where they must exist.
Object.assign(globalThis, { abstractNode: undefined, HostPlatform: undefined });
