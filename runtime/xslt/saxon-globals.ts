// saxon-js assigns to two globals that it does not declare. In strict code, which bundlers make of it, they must exist.
Object.assign(globalThis, { abstractNode: undefined, HostPlatform: undefined });
