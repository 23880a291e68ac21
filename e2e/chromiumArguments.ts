/**
 * The features that Playwright switches off in Chromium (`chromiumSwitches` in playwright-core). Chromium obeys only
 * the last `--disable-features`, so ours has to repeat them; scripts/chromiumArguments.test.ts compares the lists.
 */
export const offInPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * The address bar's suggestions, which no test opens. They are two of Chromium's own pages, which load in every window
 * and thus in every context, at a cost of one second of CPU time per test.
 */
const omniboxPopups = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** A process kept ready for a page that no test opens: a third of all the processes that the tests start. */
const spareProcess = 'SpareRendererForSitePerProcess';

export const chromiumArguments = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A key scrolls in one step, however busy the machine is.
  '--disable-smooth-scrolling',
  `--disable-features=${[...offInPlaywright, ...omniboxPopups, spareProcess].join(',')}`,
];
