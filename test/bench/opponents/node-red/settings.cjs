module.exports = {
  uiPort: process.env.PORT,
  uiHost: process.env.HOST,
  flowFile: "flows.json",
  credentialSecret: false,
  httpAdminRoot: false,
  disableEditor: true,
  telemetry: { enabled: false, updateNotification: false },
  diagnostics: { enabled: false, ui: false },
  externalModules: { autoInstall: false, palette: { allowInstall: false }, modules: { allowInstall: false } },
  logging: { console: { level: "error", metrics: false, audit: false } },
};
