import { Notice } from '../Notice.tsx';
import { Page } from '../Page.tsx';

interface GatewayOnlyProps {
  heading: string;
  /** Completes "Only a gateway can …". */
  what: string;
}

/** A page that has nothing to show with static hosting. */
export function GatewayOnly({ heading, what }: GatewayOnlyProps) {
  return (
    <Page heading={heading}>
      <Notice>
        {`Only a gateway can ${what}. This console is served by a plain web server, without a gateway.`}
      </Notice>
    </Page>
  );
}
