/** Tells whether a file is a test of flows, even if it has errors: its first element says so. */
export const isTest = (text: string): boolean => testStart.test(text);

const testStart = /^\ufeff?(?:\s|<\?[^?]*\?>|<!--(?:[^-]|-[^-])*-->)*<(?:flat|flow)-test(?=[\s/>])/;
