import { createTheme, ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';

/** MUI with the design tokens from tokens.css, which cover both colour schemes. */
const theme = createTheme({
  cssVariables: { nativeColor: true },
  palette: {
    primary: {
      main: 'var(--color-primary)',
      light: 'var(--color-primary)',
      dark: 'var(--color-primary-hover)',
      contrastText: 'var(--color-on-primary)',
    },
    error: {
      main: 'var(--color-danger)',
      light: 'var(--color-danger)',
      dark: 'var(--color-danger-hover)',
      contrastText: 'var(--color-on-danger)',
    },
    text: { primary: 'var(--color-text)', secondary: 'var(--color-text-muted)' },
    background: { default: 'var(--color-background)', paper: 'var(--color-surface-raised)' },
    divider: 'var(--color-border)',
    action: {
      hover: 'var(--color-hover)',
      focus: 'var(--color-selected)',
      selected: 'var(--color-selected)',
      active: 'var(--color-text-muted)',
    },
  },
  typography: { fontFamily: 'var(--font-sans)', fontSize: 14 },
  shape: { borderRadius: 6 },
  components: {
    // At 400 % zoom a window is 320 by 256 CSS pixels, so the whole dialog scrolls, not only a narrow part of it.
    MuiDialog: {
      styleOverrides: {
        paper: {
          '@media (width < 480px)': {
            width: 'calc(100% - 24px)',
            maxWidth: 'calc(100% - 24px)',
            margin: 12,
          },
          '@media (height < 480px)': {
            display: 'block',
            maxHeight: 'calc(100% - 24px)',
            margin: 12,
          },
          // Forced colours mode removes the shadow.
          '@media (forced-colors: active)': { border: '1px solid' },
        },
      },
    },
    MuiDialogContent: {
      styleOverrides: { root: { '@media (height < 480px)': { overflowY: 'visible' } } },
    },
  },
});

/**
 * Wraps everything that uses MUI. Those parts load when they are opened, so that sign-in and the first rows do not
 * wait for MUI.
 */
export function MuiTheme({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider theme={theme} disableTransitionOnChange>
      {children}
    </ThemeProvider>
  );
}
