/** Path at which both APIs say whether they work. A file of its own, so that functions at CloudFront's edge can load it. */
export const HEALTH_PATH = '/healthz';
